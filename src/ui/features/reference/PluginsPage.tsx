import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Word } from '../../components/terms/Explained'
import type { PluginState } from '../../../server/control'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { LessonAbout } from '../../components/lesson/LessonAbout'
import { PageHead } from '../../components/PageHead'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useSession } from '../../state/connection'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import './reference.css'
import { ReferenceTabs } from './ReferenceTabs'

const has = ({ name, does, needs = '' }: PluginState, word: string): boolean =>
  `${name} ${does} ${needs}`.toLowerCase().includes(word)

/** Every admission plugin of the running release: what it does, what it needs, and whether it is enabled. */
export function PluginsPage() {
  const session = useSession()
  const plugins = useQuery({ queryKey: ['admission-plugins'], queryFn: () => session.control('admission', null) })
  const query = useQueryState()
  const setQuery = useSetQuery()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLTableSectionElement>(null)
  const [filter, chosen] = [query['filter'] ?? '', query['plugin']]
  const found = (plugins.data ?? []).filter((plugin) => has(plugin, filter.toLowerCase()))
  useKeys([{ keys: '/', title: 'Filter', run: () => box.current?.focus() }])
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'center' })
  }, [chosen, plugins.data])
  return (
    <div className="o-page">
      <PageHead
        title="Admission plugins"
        about="What each admission plugin of this release does, in the order in which they run."
      >
        <Go place={{ to: '/admission' }} className="o-small">
          Turn plugins on and off
        </Go>
      </PageHead>
      <ReferenceTabs at="plugins" />
      <div className="o-toolbar">
        <TextInput
          ref={box}
          w={280}
          aria-label="Filter plugins"
          placeholder="Name, or what it does"
          leftSection={<Icon name="filter" size={14} />}
          value={filter}
          onChange={(event) => setQuery({ filter: event.currentTarget.value || undefined })}
        />
        <span className="o-dim o-num" role="status">
          {found.length} plugins
        </span>
      </div>
      <div className="o-page-body" tabIndex={0} role="region" aria-label="Plugins">
        {plugins.isPending && <Loading lines={12} />}
        {plugins.isError && <ErrorMessage error={plugins.error} onRetry={() => void plugins.refetch()} />}
        {plugins.data && found.length === 0 && <Empty title="No matching plugin" icon="search" />}
        {found.length > 0 && (
          <section className="o-panel o-scroll-x" aria-label="Admission plugins" tabIndex={0}>
            <table className="o-table cards o-plugins">
              <thead>
                <tr>
                  <th>
                    <Word id="admission">Plugin</Word>
                  </th>
                  <th>What it does</th>
                  <th>State</th>
                </tr>
              </thead>
              <tbody ref={list}>
                {found.map((plugin) => (
                  <PluginRow key={plugin.name} plugin={plugin} current={plugin.name === chosen} />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </div>
    </div>
  )
}

function PluginRow({ plugin, current }: { readonly plugin: PluginState; readonly current: boolean }) {
  const how = [plugin.mutates && 'mutating', plugin.validates && 'validating'].filter(Boolean).join(', ')
  return (
    <tr aria-current={current ? 'true' : undefined}>
      <th scope="row" className="o-break">
        {plugin.name}
      </th>
      <td>
        {plugin.does}
        <LessonAbout sort="plugin" name={plugin.name} />
        {plugin.needs !== undefined && <div className="o-small o-dim">Needs: {plugin.needs}</div>}
      </td>
      <td>
        <Verdict tone={plugin.on ? 'allowed' : 'none'}>{plugin.on ? 'on' : 'off'}</Verdict>
        <div className="o-tiny o-dim">
          {how}
          {plugin.on !== plugin.byDefault && ` (${plugin.byDefault ? 'on' : 'off'} by default)`}
        </div>
      </td>
    </tr>
  )
}
