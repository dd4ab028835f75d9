/** An upload of the browser whose progress and answer the test controls. */
export class FakeUpload {
  upload: { onprogress?: (event: object) => void } = {};
  headers: Record<string, string> = {};
  withCredentials = false;
  status = 0;
  responseText = '';
  opened: string[] = [];
  body: FormData | undefined;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  getResponseHeader = () => 'application/json';
  /** The answer to what is sent; without one the test gives it. */
  answer: readonly [status: number, text: string] | undefined;
  constructor(answer?: readonly [status: number, text: string]) {
    this.answer = answer;
  }
  open(...opened: string[]): void {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: FormData): void {
    this.body = body;
    if (this.answer) this.finish(...this.answer);
  }
  abort(): void {
    this.onabort?.();
    this.onloadend?.();
  }
  progress(loaded: number, total: number): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }
  finish(status: number, text: string): void {
    this.status = status;
    this.responseText = text;
    this.onload?.();
    this.onloadend?.();
  }
}
