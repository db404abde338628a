// A player for steps: a button, a slider and a speed.

import { h, oneOf } from '../shared/dom.js';
import { t } from './i18n.js';

/** Milliseconds between two steps, by the speed's name. */
const PACE = new Map([
  ['½', 160],
  ['1', 80],
  ['4', 20],
]);

/**
 * @param {object} options
 * @param {number} options.steps
 * @param {string} options.speed
 * @param {(step: number) => void} options.changed is called to show another step
 * @param {(is: boolean) => void} options.going is called when it starts and when it stops
 * @param {(speed: string) => void} options.sped
 * @param {AbortSignal} options.signal
 */
export function play({ steps, speed, changed, going, sped, signal }) {
  let timer = /** @type {ReturnType<typeof setInterval> | undefined} */ (undefined);
  const oninput = () => {
    stop();
    changed(Number(slider.value));
  };
  const about = { type: 'range', min: 0, max: steps, value: steps, 'aria-label': t('look.so_far'), oninput };
  const slider = h('input', about);
  const position = h('output.small.quiet');
  const button = h('button.strong', { type: 'button', onclick: () => (timer ? stop() : start()) }, t('look.play'));
  const names = [...PACE.keys()].map((name) => [name, `${name}×`]);
  const speeds = oneOf(t('look.speed'), names, speed, (name) => {
    sped((speed = name));
    if (timer) pace();
  });
  signal.addEventListener('abort', stop);

  function start() {
    if (Number(slider.value) === steps) slider.value = '0';
    button.textContent = t('look.pause');
    going(true);
    changed(Number(slider.value));
    pace();
  }

  function pace() {
    clearInterval(timer);
    timer = setInterval(forward, PACE.get(speed));
  }

  function forward() {
    slider.value = String(Number(slider.value) + 1);
    changed(Number(slider.value));
    if (Number(slider.value) === steps) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    going(false);
    button.textContent = t('look.play');
  }

  return {
    element: h('div.player', button, speeds, slider, position),
    get step() {
      return Number(slider.value);
    },
    /** Goes to the end without a call of `changed`. */
    end() {
      stop();
      slider.value = String(steps);
    },
    /** Shows a text as the position. */
    tell(/** @type {string} */ text) {
      position.textContent = text;
      slider.setAttribute('aria-valuetext', text);
    },
  };
}
