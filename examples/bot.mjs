// A bot that plays one game of junqi over plain HTTP, with Node alone (docs/bots.md):
//   node bot.mjs https://junqi.example TOKEN TABLE [LAYOUT]
// TOKEN is made on the account's page, TABLE is the id in a table's link or the code of a private
// table. It plays any legal move, whatever the game; replace choose() by something better.
const [url, token, table, layout = '95137/7.2.6/81.35/B.4.4/3M2MB/6FM12'] = process.argv.slice(2);

async function ask(path, body) {
  const answer = await fetch(`${url}/api/bot/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: body && JSON.stringify({ request: crypto.randomUUID(), ...body }),
  });
  const told = await answer.json();
  if (answer.ok) return told;
  // Others act at the same time: what came too late is decided anew.
  if (told.code === 'table_stale') return undefined;
  if (answer.status === 429 || answer.status === 503) {
    await new Promise((go) => setTimeout(go, 2000));
    return undefined;
  }
  throw new Error(`${told.code}: ${told.en}`);
}

const choose = (state) => state.moves[Math.floor(Math.random() * state.moves.length)];

const at = (await ask('join', { table }))?.table ?? table;
let state = await ask(`table/${at}`);
if (state?.state === 'waiting') await ask('ready', state.variant === 'flip' ? { table: at } : { table: at, layout });
while (state?.state !== 'finished') {
  state = (await ask(`table/${at}?after=${state?.revision ?? 0}&wait=30`)) ?? state;
  if (state?.state === 'playing' && state.turn === state.seat)
    await ask('play', { table: at, revision: state.revision, ply: choose(state) });
}
console.log(`${state.seat}: ${state.winners.includes(state.seat) ? 'won' : state.winners.length ? 'lost' : 'drawn'}`);
