/**
 * The parts of the notification hub's connection that other stores read. Apart from the store of notifications, which every
 * page loads as a part of the account menu.
 */
import { atom } from 'nanostores';
import type { LiveStatus } from '#lib/hubs/connection.ts';

/** State of the connection. After `stopped`, nothing new arrives until it is resumed. */
export const $notificationStatus = atom<LiveStatus>('idle');

/** The notification that arrived last, or the id of one that was withdrawn since. */
export const $notificationEvent = atom<unknown>();

/** The last change of the moderators' queue, as it arrived. */
export const $reviewChange = atom<unknown>();

/** Resumes a connection that has stopped; set by the store of notifications. */
export const notificationFeed = { resume: (): void => {} };
