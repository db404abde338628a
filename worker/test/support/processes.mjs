import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The processes that this one started. */
export async function children() {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=,comm=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return rows.filter(([, parent, name]) => Number(parent) === process.pid && name !== 'ps').map(([id]) => Number(id));
}
