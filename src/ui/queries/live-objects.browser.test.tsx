import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Client } from '../../client/client'
import { render } from '../../testing/render.testing'
import { announceRights } from '../state/rights'
import { useLiveObject } from './live-objects'

const TARGET = { group: '', version: 'v1', resource: 'pods', namespace: 'shop' }
const forbidden = (verb: string): Response =>
  Response.json(
    { kind: 'Status', code: 403, reason: 'Forbidden', message: `cannot ${verb}`, details: {} },
    { status: 403 },
  )

/** A server whose user has only these rights. */
function server(rights: ReadonlySet<string>) {
  const asked: string[] = []
  const client = new Client((request) => {
    const { pathname, searchParams } = new URL(request.url)
    const verb = pathname.endsWith('/web') ? 'get' : searchParams.has('watch') ? 'watch' : 'list'
    asked.push(verb)
    if (!rights.has(verb)) return Promise.resolve(forbidden(verb))
    const pod = { kind: 'Pod', metadata: { name: 'web', namespace: 'shop', resourceVersion: '7' } }
    const answer =
      verb === 'watch'
        ? new Response(new ReadableStream())
        : Response.json(verb === 'get' ? pod : { kind: 'PodList', metadata: { resourceVersion: '7' }, items: [pod] })
    return Promise.resolve(answer)
  })
  return { client, asked }
}

function Shown({ client }: { readonly client: Client }) {
  const { object, phase, error } = useLiveObject(client, TARGET, 'web')
  return <p>{`${phase}: ${object?.metadata.name ?? 'none'}, ${error instanceof Error ? error.message : 'no error'}`}</p>
}

test.each([
  ['may get only', ['get'], 'unwatched: web, cannot list'],
  ['may list, and not watch', ['list'], 'failed: web, cannot watch'],
  ['may do nothing', [], 'failed: none, cannot list'],
])('shows what a user who %s may see, and everything once rights allow it', async (_case, allowed, shown) => {
  const rights = new Set(allowed)
  const { client, asked } = server(rights)
  render(<Shown client={client} />)
  await expect.element(page.getByText(shown)).toBeVisible()
  expect(asked.filter((verb) => verb === 'list')).toHaveLength(1)
  for (const verb of ['get', 'list', 'watch']) rights.add(verb)
  announceRights()
  await expect.element(page.getByText('live: web, no error')).toBeVisible()
})
