/** Preloaded by an attacked server: on a signal it collects garbage and prints the bytes in use. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`memory ${heapUsed + external}\n`);
});
