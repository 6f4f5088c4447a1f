import { expect, it } from 'vitest'
import { pageTitle } from './page-title'

it.each<[readonly (string | undefined)[], string]>([
  [['Console'], 'Console · Orchard'],
  [['Pending pods', 'Workloads'], 'Pending pods · Workloads · Orchard'],
  [[undefined, 'web', 'Deployment'], 'web · Deployment · Orchard'],
  [['Identity', 'Identity'], 'Identity · Orchard'],
  [[undefined], ''],
])('%j names the window %j', (parts, title) => expect(pageTitle(parts)).toBe(title))
