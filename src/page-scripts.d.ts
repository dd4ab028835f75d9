/** Imports of `src/build/offline.ts`. */
declare module '*.ts?script' {
  /** The code of one script. */
  const code: string;
  export default code;
}

declare module '*.ts?script-file' {
  /** Address of a file with the module. */
  const address: string;
  export default address;
}
