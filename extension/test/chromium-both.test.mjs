// What both browsers must do, in Chromium.
import { testBoth } from './support/both.mjs';
import { startChromium } from './support/chromium.mjs';
import { visitsIn } from './support/visits.mjs';

testBoth(await visitsIn(startChromium));
