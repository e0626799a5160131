/** The program of a thread: plays the pieces it is sent, one after the other, and sends back what came of them. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Piece, play } from './play.ts';
import { policyIn } from './policy.ts';
import type { Answer } from './threads.ts';

const module = workerData as string | null;

async function answerTo(piece: Piece): Promise<Answer> {
  try {
    return { played: await play(piece, module === null ? null : await policyIn(new URL(module))) };
  } catch (failed) {
    return { failed };
  }
}

parentPort!.on('message', (piece: Piece) => void answerTo(piece).then((answer) => parentPort!.postMessage(answer)));
