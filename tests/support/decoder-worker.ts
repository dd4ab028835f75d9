/** Workers for tests: the decoder in this thread, or one that only records. */
import { decodeFile, type ReplayJob } from '#lib/replay/decode-file.ts';

/** A worker that keeps what it gets. */
export class FakeWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  received: ReplayJob[] = [];
  isTerminated = false;

  postMessage(job: ReplayJob): void {
    this.received.push(job);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  answer(data: unknown): void {
    if (!this.isTerminated) this.onmessage?.({ data });
  }
}

/** Decodes as the real worker does, in this thread. */
class DecodingWorker extends FakeWorker {
  override postMessage(job: ReplayJob): void {
    super.postMessage(job);
    decodeFile(job.file, job.extraClasses).then(
      (answer) => this.answer(answer),
      (error) => this.onerror?.(error),
    );
  }
}

/** For `createWorker` of the runtime. */
export const createDecodingWorker = (): Worker => new DecodingWorker() as unknown as Worker;
