/** The list page that people open most, against a bare server that sends the very same bytes. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../scripts/freePort.ts';
import type { Godown } from './godown.ts';
import { type Finding, median, requestsPerSecond, ROUNDS } from './measuring.ts';
import { startProcess } from './ownProcess.ts';

const LIST = '/api/suppliers?page=1&pageSize=15';
const SUPPLIERS = 300;
const CONNECTIONS = 10;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;

/** Headers that Node's http adds by itself, to both servers' answers. */
const addedByNode = new Set(['connection', 'date', 'keep-alive']);

async function addSuppliers({ post }: Godown): Promise<void> {
  for (let count = 1; count <= SUPPLIERS; count += 1) {
    await post('/suppliers', {
      name: `Growers' Cooperative Society ${count}`,
      phone: String(9_800_000_000 + count),
      email: `office${count}@growers.example`,
      gstinNumber: '09AAAAP0908L1ZH',
      address: `${count} Mandi Road\nPratapgarh, Uttar Pradesh 230001`,
      status: 1,
    });
  }
}

async function startBareServer(folder: string, godown: Godown) {
  const answer = await fetch(godown.url + LIST, { headers: godown.headers });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !addedByNode.has(name)));
  const answerFile = path.join(folder, 'answer.json');
  writeFileSync(answerFile, JSON.stringify({ status: answer.status, headers, body: await answer.text() }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = path.join(import.meta.dirname, 'bareServer.ts');
  const args = [String(port), answerFile];
  return { url, ...(await startProcess(script, args, {}, url, path.join(folder, 'bare.log'))) };
}

/** Measures pages of suppliers a second, in rounds that alternate between the two servers. */
export async function measureListPage(godown: Godown, folder: string): Promise<Finding[]> {
  await addSuppliers(godown);
  const bare = await startBareServer(folder, godown);
  try {
    const pages = async (url: string, seconds: number) =>
      await requestsPerSecond(url + LIST, { headers: godown.headers }, CONNECTIONS, seconds);
    for (const url of [godown.url, bare.url]) await pages(url, WARM_UP_SECONDS);
    const ours: number[] = [];
    const limits: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await pages(godown.url, SECONDS));
      limits.push(await pages(bare.url, SECONDS));
    }
    return [
      {
        what: `A page of 15 of ${SUPPLIERS} suppliers, signed in, ${CONNECTIONS} connections`,
        unit: 'pages/s',
        figure: median(ours),
        limitWhat: 'bare node:http, same bytes',
        limit: median(limits),
      },
    ];
  } finally {
    await bare.stop();
  }
}
