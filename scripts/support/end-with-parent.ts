/** Preloaded into children (`--import`): ends the child when its parent has ended, even when it was killed. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
