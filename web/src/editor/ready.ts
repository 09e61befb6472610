// Ready-made layouts to begin with. A test checks each of them against the rules.
import type { Key } from '../i18n/en';

export const READY_MADE: { name: Key; layout: string }[] = [
  { name: 'layoutBalanced', layout: '63537/8.4.5/B1.29/7.B.4/6M121/MFM32' },
  { name: 'layoutLeft', layout: '75325/9.3.6/8B.47/6.1.B/412M3/12MFM' },
  { name: 'layoutRight', layout: '52357/6.3.9/74.B8/B.1.6/3M214/MFM21' },
  { name: 'layoutFortress', layout: '43635/7.3.5/42.17/9.B.8/6MB21/MFM21' },
  { name: 'layoutRaiders', layout: '51735/6.1.6/42.24/B.9.B/8M237/MFM31' },
];
