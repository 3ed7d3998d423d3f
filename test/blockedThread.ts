/** The longest that a thread is kept busy, so that what waits for it fails in the order of its end, not by hanging. */
const MAX_DURATION_MS = 20_000;

/** Keeps a thread of the database busy until the flag is raised. */
export default function block(flag: Int32Array): undefined {
  Atomics.wait(flag, 0, 0, MAX_DURATION_MS);
}
