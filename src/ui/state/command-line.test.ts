import { expect, test } from 'vitest'
import { commandLineFor } from './command-line'

test.each([
  ['GET', '/api/v1/namespaces/default/pods', 'orchctl get pods'],
  ['GET', '/api/v1/namespaces/team/pods?labelSelector=app%3Dweb&limit=500', 'orchctl get pods -n team -l app=web'],
  ['GET', '/api/v1/pods?watch=true', 'orchctl get pods --watch'],
  ['GET', '/api/v1/namespaces', 'orchctl get namespaces'],
  ['GET', '/api/v1/namespaces/team', 'orchctl get namespaces team -o yaml'],
  ['GET', '/apis/apps/v1/namespaces/team/deployments/web', 'orchctl get deployments.apps web -n team -o yaml'],
  [
    'GET',
    '/apis/apps/v1/namespaces/default/deployments/web/scale',
    'orchctl get deployments.apps web --subresource=scale -o yaml',
  ],
  ['DELETE', '/api/v1/namespaces/default/configmaps/a', 'orchctl delete configmaps a'],
  ['GET', '/healthz', 'orchctl get --raw /healthz'],
  ['GET', '/version?x=1', "orchctl get --raw '/version?x=1'"],
  ['GET', '/api/v1/namespaces/default/pods/web/log', 'orchctl logs web'],
])('%s %s', (method, path, line) => {
  expect(commandLineFor({ method, path })).toBe(line)
})

test('writes carry their bodies', () => {
  const path = '/api/v1/namespaces/default/configmaps'
  expect(commandLineFor({ method: 'POST', path, body: 'kind: ConfigMap\n' })).toBe(
    'orchctl create -f - <<EOF\nkind: ConfigMap\nEOF',
  )
  expect(
    commandLineFor({
      method: 'PATCH',
      path: `${path}/a`,
      body: '{"data":{}}',
      contentType: 'application/merge-patch+json',
    }),
  ).toBe(`orchctl patch configmaps a --type=merge -p '{"data":{}}'`)
  expect(
    commandLineFor({
      method: 'PATCH',
      path: `${path}/a?fieldManager=me&force=true`,
      body: 'data: {}',
      contentType: 'application/apply-patch+yaml',
    }),
  ).toBe('orchctl apply --server-side --field-manager me --force-conflicts -f - <<EOF\ndata: {}\nEOF')
})

test('what the client has no words for is left out', () => {
  expect(commandLineFor({ method: 'POST', path: '/api/v1/namespaces/default/pods' })).toBeUndefined()
})
