/** `node bareServer.ts <port> <file>` answers every request with the status, headers and body in the file. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { z } from 'zod';

const answerFile = z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() });

const [port, file = ''] = process.argv.slice(2);
const { status, headers, body } = answerFile.parse(JSON.parse(readFileSync(file, 'utf8')));
createServer((_, response) => response.writeHead(status, headers).end(body)).listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
