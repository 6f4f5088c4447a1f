import { expect, test } from 'vitest'
import { escapeXml } from './escape-xml'

test('what XML reads as markup becomes a reference', () => {
  expect(escapeXml(`<a b="c">'&'`)).toBe('&#60;a b=&#34;c&#34;&#62;&#39;&#38;&#39;')
})
