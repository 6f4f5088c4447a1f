import { expect, it } from 'vitest'
import { pageOfRecording } from './page-place'

it.each([
  ['/console?method=DELETE&path=/api/v1/namespaces/default/configmaps/a', '/console'],
  ['/explore/core/v1/configmaps/default/a?tab=yaml&as=user:ann', '/explore/core/v1/configmaps/default/a'],
  ['/access/why', '/access/why'],
  ['/learn/make?step=1', undefined],
  ['/open', undefined],
  ['/', undefined],
  ['/nowhere', undefined],
])('a lesson that was recorded at %s has the page %s', (address, page) => expect(pageOfRecording(address)).toBe(page))
