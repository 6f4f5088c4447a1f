import { expect, it } from 'vitest'
import { encodeText } from '../../machinery/base64'
import { fromDataUrl, toDataUrl } from './data-url'

it.each(['', 'a,b,"c,d"\n', 'ä# %?\n', '---\nkey: value'])('carries %j there and back', (text) => {
  expect(fromDataUrl(toDataUrl(text))).toBe(text)
})

it.each([
  [`data:text/csv;base64,${encodeText('ö')}`, 'ö'],
  [`data:text/csv; base64,${encodeURIComponent(encodeText('ö'))}`, 'ö'],
  ['data:,a%2Cb,c', 'a,b,c'],
  ['/etc/tokens.csv', undefined],
  ['data:,%', undefined],
  ['data:;base64,!', undefined],
])('reads %s', (url, text) => {
  expect(fromDataUrl(url)).toBe(text)
})
