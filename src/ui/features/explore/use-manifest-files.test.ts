import { expect, test } from 'vitest'
import { joinManifests } from './use-manifest-files'

test('joins the manifests of files, and skips empty ones', () => {
  expect(joinManifests(['kind: Pod\n', ' \n', '\nkind: Service'])).toBe('kind: Pod\n---\nkind: Service\n')
})
