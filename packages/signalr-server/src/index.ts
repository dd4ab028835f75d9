/// <reference types="node" preserve="true" />
/** A SignalR server for Fastify: the JSON hub protocol over WebSockets, server-sent events and long polling. */
export type { Connection } from './connection.ts';
export {
  type Caller,
  type CloseOptions,
  type HubDefinition,
  HubError,
  type HubMethod,
  type HubStream,
  type HubUser,
} from './contract.ts';
export type { Hub } from './hub.ts';
export { type CallLimits, DEFAULT_LIMITS, type Limits } from './limits.ts';
export type { HubBus, Refusal, ServerOptions } from './options.ts';
export { serveHubs } from './serve-hubs.ts';
export type { SignalRServer } from './server.ts';
export type { SharedTickets } from './tickets.ts';
