import { BreakablePath } from '../../components/BreakablePath'
import { apiVersionFor, type ResourceInfo } from '../../queries/discovery'
import { METHODS, type OpenApiDocument, type OpenApiOperation } from '../../queries/openapi'
import { consolePlace, useGo } from '../../state/place'

const BODIES = new Set(['post', 'put', 'patch'])

/** The requests that read or write a kind, each opening in the console. */
export function KindRequests({ info, document }: { readonly info: ResourceInfo; readonly document: OpenApiDocument }) {
  const go = useGo()
  const base = info.group ? `/apis/${info.group}/${info.version}` : `/api/${info.version}`
  const mine = Object.entries(document.paths)
    .filter(
      ([path]) =>
        path === `${base}/${info.resource}` ||
        path.startsWith(`${base}/${info.resource}/`) ||
        path.startsWith(`${base}/namespaces/{namespace}/${info.resource}`),
    )
    .filter(([path]) => {
      const rest = path.slice(path.indexOf(`/${info.resource}`) + info.resource.length + 1)
      return rest === '' || rest.startsWith('/{name}')
    })
  const rows = mine.flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as OpenApiOperation | undefined
      return operation ? [{ path, method, operation }] : []
    }),
  )
  const open = (method: string, path: string, operation: OpenApiOperation): void => {
    const concrete = path.replace('{namespace}', 'default').replace('{name}', 'example')
    const body =
      BODIES.has(method) && !path.includes('{name}/')
        ? JSON.stringify(
            method === 'patch'
              ? { metadata: { labels: { example: 'yes' } } }
              : { apiVersion: apiVersionFor(info), kind: info.kind, metadata: { name: 'example' } },
            null,
            2,
          )
        : undefined
    const type = method === 'patch' ? 'application/merge-patch+json' : 'application/json'
    go(
      consolePlace(
        method.toUpperCase(),
        concrete + (operation['x-orch-action'] === 'deletecollection' ? '?dryRun=All' : ''),
        body,
        body && `Content-Type: ${type}`,
      ),
    )
  }
  return (
    <section className="o-panel" aria-label="Requests for this kind">
      <header>
        <h2>Requests</h2>
        <span className="o-dim o-num">{rows.length}</span>
      </header>
      {rows.length ? (
        <div className="o-scroll-x">
          <table className="o-table">
            <tbody>
              {rows.map(({ path, method, operation }) => (
                <tr key={`${method} ${path}`}>
                  <td className="o-method o-wide-4">{method.toUpperCase()}</td>
                  <td className="o-mono o-break">
                    <BreakablePath path={path} />
                  </td>
                  <td className="o-dim">{operation.description ?? operation.summary ?? operation['x-orch-action']}</td>
                  <td className="num">
                    <button type="button" className="o-link" onClick={() => open(method, path, operation)}>
                      Open in console
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="o-panel-body o-dim o-flush">The OpenAPI document lists no requests for this kind.</p>
      )}
    </section>
  )
}
