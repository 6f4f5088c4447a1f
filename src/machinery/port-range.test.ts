import { expect, it } from 'vitest'
import { parsePortRange } from './port-range'

it.each([
  ['30000-32767', { low: 30000, high: 32767 }],
  ['30000+2767', { low: 30000, high: 32767 }],
  ['65000+9999', { low: 65000, high: 65535 }],
  ['80', { low: 80, high: 80 }],
  ['80-80', { low: 80, high: 80 }],
  ['81-80', undefined],
  ['1-65536', undefined],
  ['1-', undefined],
  ['-1', undefined],
  ['a-b', undefined],
  ['', undefined],
])('%s', (text, range) => expect(parsePortRange(text)).toEqual(range))
