/** What carries records between a connection and its client. */

/** What a transport reports to the connection that it carries. */
export interface TransportListener {
  /** Bytes came in. */
  receive(chunk: Buffer): void;
  /** The client can no longer be reached; reported once. */
  gone(): void;
}

/** A WebSocket, an event stream or a series of polls. */
export interface Transport {
  /** Called once, before anything is sent. */
  attach(listener: TransportListener): void;
  /** Bytes given to `send` that the network has not taken. */
  readonly buffered: number;
  /** Queues one record. `flushed` is called when the network has taken it, or never will. */
  send(record: Buffer, flushed?: () => void): void;
  /** Hangs up after what is queued has been sent. */
  end(): void;
  /** Hangs up at once. */
  terminate(): void;
}
