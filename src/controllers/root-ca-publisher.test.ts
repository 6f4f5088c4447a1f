import { expect, test } from 'vitest'
import { namespace, world } from '../testing/controller-world'
import { rootCaPublisher } from './root-ca-publisher'

test('the root certificate is published in every namespace, and changes are reverted', async () => {
  const { api, start } = world()
  api.put('namespaces', namespace('ns'))
  await start(rootCaPublisher, { feature: () => true })
  const published = () => api.get('configmaps', 'ns', 'orch-root-ca.crt')
  expect(published()?.data).toEqual({ 'ca.crt': 'ROOT' })
  api.put('configmaps', { ...published()!, data: { 'ca.crt': 'FALSE', more: 'x' } })
  await api.settled()
  expect(published()?.data).toEqual({ 'ca.crt': 'ROOT' })
  api.remove('configmaps', 'ns', 'orch-root-ca.crt')
  await api.settled()
  expect(published()?.data).toEqual({ 'ca.crt': 'ROOT' })
})
