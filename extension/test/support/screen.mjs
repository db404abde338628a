// A screen without a monitor, on which a browser shows its own windows: a popup has its real size only there.
import { spawn } from 'node:child_process';
import { after } from 'node:test';
import { screenProgram } from '../../../tests/browsers.mjs';

/** Starts it for the browsers of a test file, until the tests are over; returns the name of the display. */
export async function startScreen() {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const screen = spawn(screenProgram(), args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((resolve, reject) => {
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    screen.stdio[3].once('data', (data) => resolve(String(data).trim()));
  });
  screen.removeAllListeners('exit');
  after(() => screen.kill());
  return `:${number}`;
}
