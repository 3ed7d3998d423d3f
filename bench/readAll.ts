/** `node readAll.ts <url> <authorization>` reads an answer at full speed and prints the milliseconds. */
import { once } from 'node:events';
import { get, IncomingMessage } from 'node:http';

const [url = '', authorization = ''] = process.argv.slice(2);
const start = performance.now();
const [answer] = await once(get(url, { headers: { authorization } }), 'response');
if (!(answer instanceof IncomingMessage) || answer.statusCode !== 200)
  throw new Error(`${url} was not answered with 200.`);
answer.resume();
await once(answer, 'end');
process.stdout.write(String(performance.now() - start));
