/**
 * Whether a process exists. Plain JavaScript, because scripts/bootstrap.mjs runs before the packages are installed.
 *
 * @param {number} pid
 * @returns {boolean}
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to another account.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
