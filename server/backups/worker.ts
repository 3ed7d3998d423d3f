/** Makes or verifies a backup beside the server, in a thread of its own, since both keep a processor busy. */
import { parentPort, workerData } from 'node:worker_threads';
import { backupTask, carryOut } from './task.ts';

parentPort?.postMessage(await carryOut(backupTask.parse(workerData)), []);
