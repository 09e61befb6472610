// What goes by plain HTTP, because it needs cookies or is a file: accounts, devices, tokens.
import { toJson } from './json';

/** What the server said against it; null when it could not be reached or understood. */
export interface ApiFault {
  code: string;
  /** The field that was wrong. */
  where?: string;
  en: string;
  zh: string;
}

export type ApiAnswer<T> = { ok: true; value: T } | { ok: false; fault: ApiFault | null };

function isFault(value: unknown): value is ApiFault {
  const { code, en, zh } = (value ?? {}) as Record<string, unknown>;
  return [code, en, zh].every((text) => typeof text === 'string');
}

async function call<T>(path: string, init: RequestInit): Promise<ApiAnswer<T>> {
  try {
    const response = await fetch(path, { credentials: 'same-origin', ...init });
    const text = await response.text();
    const value: unknown = text ? JSON.parse(text) : null;
    if (response.ok) return { ok: true, value: value as T };
    return { ok: false, fault: isFault(value) ? value : null };
  } catch {
    return { ok: false, fault: null };
  }
}

/** Given up after `patience` milliseconds, where that is said. */
export function get<T>(path: string, patience?: number): Promise<ApiAnswer<T>> {
  return call(path, { method: 'GET', ...(patience && { signal: AbortSignal.timeout(patience) }) });
}

export function post<T>(path: string, body: unknown): Promise<ApiAnswer<T>> {
  return call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: toJson(body),
  });
}
