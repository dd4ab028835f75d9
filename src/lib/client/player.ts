/** Calls of `/api/player`. Each throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/player.ts';

/** Players by part of their name, at most 100; empty when none. */
export const searchPlayers = (query: string, signal?: AbortSignal) =>
  requestData(calls.searchPlayers, { params: { query }, signal });

/** A player with clan information. */
export const getPlayer = (id: number, signal?: AbortSignal) =>
  requestData(calls.getPlayer, { params: { id }, query: { includeClanInfo: true }, signal });
