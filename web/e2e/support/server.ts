// A real `junqi serve` on a free port with a data directory of its own, that can be killed hard and
// started again.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export class Server {
  #child: ChildProcess | null = null;
  #said = '';

  private constructor(
    readonly port: number,
    private readonly data: string,
  ) {}

  static async start(): Promise<Server> {
    const server = new Server(await freePort(), mkdtempSync(join(tmpdir(), 'junqi-e2e-')));
    await server.up();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async up(): Promise<void> {
    const program = process.env.JUNQI_PROGRAM!;
    const child = spawn(program, ['serve', '--port', String(this.port), '--data', this.data]);
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (bytes: Buffer) => (this.#said += bytes.toString()));
    }
    child.on('error', (error) => (this.#said += String(error)));
    for (const patience = Date.now() + 60_000; Date.now() < patience; ) {
      const answer = await fetch(this.url).catch(() => null);
      if (answer?.ok) return;
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${program} does not serve:\n${this.#said}`);
  }

  /** What an administrator types behind `junqi admin`. */
  admin(...words: string[]) {
    execFileSync(process.env.JUNQI_PROGRAM!, ['admin', '--data', this.data, ...words]);
  }

  /** Ends it at once, without a chance to write anything. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** Stops it where it stands, connections open and silent, until it is thawed. */
  freeze() {
    this.#child?.kill('SIGSTOP');
  }

  thaw() {
    this.#child?.kill('SIGCONT');
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}
