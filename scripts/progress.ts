/** The progress of a long task: a bar at a terminal, else a line for each tenth. */

const WIDTH = 30;
const REDRAW_MS = 200;

function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Returns the callback that reports progress; shows the percentage and the estimated time left. */
export function showProgress(stream: NodeJS.WriteStream): (done: number, total: number) => void {
  const start = performance.now();
  let drawn = 0;
  let tenth = 0;
  return (done, total) => {
    const now = performance.now();
    const share = total === 0 ? 1 : done / total;
    const status = `${String(Math.floor(share * 100)).padStart(3)} %, about ${inWords(((now - start) * (1 - share)) / share)} left`;
    if (stream.isTTY) {
      if (share < 1 && now - drawn < REDRAW_MS) return;
      drawn = now;
      const filled = Math.round(share * WIDTH);
      stream.write(
        `\r[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${status.padEnd(WIDTH)}${share === 1 ? '\n' : ''}`,
      );
    } else if (Math.floor(share * 10) > tenth) {
      tenth = Math.floor(share * 10);
      stream.write(`${status.trim()}\n`);
    }
  };
}
