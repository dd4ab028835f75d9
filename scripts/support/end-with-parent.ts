/** Preloaded into children (`--import`): when the parent is gone, however it ended, the child is asked to end too. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
