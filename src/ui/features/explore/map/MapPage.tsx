import { Button, Checkbox, Select, Switch, TextInput } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { PageHead } from '../../../components/PageHead'
import { ornament } from '../../../components/ornament'
import { Empty, Loading } from '../../../components/States'
import { UnreadKinds } from '../../../components/UnreadKinds'
import { useNamespaces } from '../../../queries/namespaces'
import { useReferring } from '../../../queries/related'
import { useRelations } from '../../../queries/relations'
import { useQueryState, useSetQuery } from '../../../state/place'
import { clusterMap } from './map-model'
import { type Layer, LAYERS } from './map-graph'
import './map.css'

const WiderRights = ornament(() => import('../../../components/refusal/WiderRights').then((m) => m.WiderRights))
const MapCanvas = lazy(() => import('./MapCanvas').then((m) => ({ default: m.MapCanvas })))

const USUAL: readonly Layer[] = ['owners', 'selectors', 'traffic', 'mounts', 'references']
const EVERYWHERE = 'All namespaces'

/** Explains an empty map, and links to what exists. */
function NothingDrawn({ apart, onShow }: { readonly apart: number; readonly onShow: () => void }) {
  if (apart === 0)
    return (
      <Empty title="No objects match" icon="graph">
        Choose another namespace or more layers, or change the search.
      </Empty>
    )
  const objects = `${apart} ${apart === 1 ? 'object' : 'objects'}`
  return (
    <Empty
      title={`${objects}, none connected`}
      icon="graph"
      actions={<Button onClick={onShow}>Show unconnected objects</Button>}
    >
      The enabled layers connect nothing here.
    </Empty>
  )
}

/** A live map of a namespace or the cluster; its settings are in the address. */
export function MapPage() {
  const query = useQueryState()
  const setQuery = useSetQuery()
  const namespaces = useNamespaces()
  const namespace = query['ns']
  const chosen = query['layers']
  const layers = useMemo(
    () => new Set(LAYERS.map(({ id }) => id).filter((id) => (chosen?.split(' ') ?? USUAL).includes(id))),
    [chosen],
  )
  const words = query['find'] ?? ''
  const system = query['system'] === 'yes'
  const lonely = query['alone'] === 'yes'
  const relations = useRelations(namespace)
  const others = useReferring(namespace)
  const model = useMemo(
    () => relations.data && others && clusterMap(relations.data, others, { namespace, layers, words, system, lonely }),
    [relations.data, others, namespace, layers, words, system, lonely],
  )
  const show = (layer: Layer, shown: boolean): void => {
    const next = LAYERS.map(({ id }) => id).filter((id) => (id === layer ? shown : layers.has(id)))
    setQuery({ layers: next.join(' ') || 'none' })
  }
  const title = namespace ? `Map of ${namespace}` : 'Map of the cluster'
  return (
    <div className="o-page">
      <PageHead
        title={title}
        about="Objects and their connections, updated live. Traffic enters on the left; what pods use is on the right."
      />
      <div className="o-toolbar o-map-bar">
        <Select
          className="o-tool"
          aria-label="Namespace"
          searchable
          allowDeselect={false}
          data={[EVERYWHERE, ...namespaces]}
          value={namespace ?? EVERYWHERE}
          onChange={(value) => setQuery({ ns: value === EVERYWHERE ? undefined : (value ?? undefined) })}
        />
        <TextInput
          className="o-tool"
          aria-label="Find by kind or name"
          placeholder="Find by kind or name"
          value={words}
          onChange={(e) => setQuery({ find: e.currentTarget.value || undefined })}
        />
        <div className="o-row wrap" role="group" aria-label="Layers">
          {LAYERS.map(({ id, title: name, about }) => (
            <Checkbox
              key={id}
              label={name}
              title={about}
              checked={layers.has(id)}
              onChange={(e) => show(id, e.currentTarget.checked)}
            />
          ))}
        </div>
        <Switch
          label="Unconnected"
          checked={lonely}
          onChange={(e) => setQuery({ alone: e.currentTarget.checked ? 'yes' : undefined })}
        />
        <Switch
          label="System"
          checked={system}
          onChange={(e) => setQuery({ system: e.currentTarget.checked ? 'yes' : undefined })}
        />
      </div>
      <div className="o-page-body o-map">
        <Suspense>
          <WiderRights />
        </Suspense>
        <UnreadKinds of={relations} missing="The map may be incomplete." />
        {!relations.isError && !model && <Loading label="Reading objects and connections" />}
        {model?.nodes.length === 0 && <NothingDrawn apart={model.apart} onShow={() => setQuery({ alone: 'yes' })} />}
        {model && model.nodes.length > 0 && (
          <Suspense fallback={<Loading label="Drawing" />}>
            {model.left > 0 && (
              <p className="o-dim">{model.left} more objects are not drawn. Choose a namespace or find by name.</p>
            )}
            <MapCanvas model={model} title={title} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
