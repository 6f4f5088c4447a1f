import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { PluginState } from '../../../server/control'
import { Icon } from '../../components/Icon'
import { Panel } from '../../components/Panel'
import { ErrorMessage } from '../../components/States'
import { useSession } from '../../state/connection'
import { toDataUrl } from '../../state/data-url'
import { configurationMarks } from './configuration-marks'
import { configurationTemplates } from './configuration-templates'
import { MarkedFile } from './MarkedFile'

/** What the API server says about a configuration file, without using it. */
function useProblem(text: string) {
  const session = useSession()
  const file = useDeferredValue(text)
  return useQuery({
    queryKey: ['check-admission', file],
    queryFn: () => session.control('check-admission', { file: toDataUrl(file, 'application/yaml') }),
    enabled: file.trim() !== '',
    gcTime: 0,
  })
}

/** The admission configuration file, edited beside the chain. */
export function ConfigurationPanel({
  current,
  text,
  onChange,
  plugins,
}: {
  readonly current: { readonly text: string; readonly file?: string }
  readonly text: string
  readonly onChange: (text: string) => void
  readonly plugins: readonly PluginState[]
}) {
  const configurable = plugins.filter((plugin) => plugin.configurable).map(({ name }) => name)
  const check = useProblem(text)
  const marks = useMemo(() => configurationMarks(text, check.data?.problem), [text, check.data])
  const templates = useMemo(() => configurationTemplates(text, plugins), [text, plugins])
  return (
    <Panel title="Configuration file">
      <div className="o-panel-body o-stack">
        <p className="o-dim o-flush">
          Configures {configurable.join(', ')}. Changes take effect after a restart.
          {current.file !== undefined && ` ${current.file} is in use. Text entered here replaces it.`}
        </p>
        <div className="o-row wrap" role="group" aria-label="Templates">
          {templates.map(({ plugin, added }) => (
            <Button
              key={plugin}
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="plus" size={12} />}
              disabled={added === undefined}
              aria-label={`Add a configuration of ${plugin}`}
              onClick={() => added !== undefined && onChange(added)}
            >
              {plugin}
            </Button>
          ))}
        </div>
        <MarkedFile
          id="admission-configuration"
          label="Configuration of plugins"
          value={text}
          onChange={onChange}
          marks={marks}
        />
        {check.isError && <ErrorMessage error={check.error} onRetry={() => void check.refetch()} />}
      </div>
    </Panel>
  )
}
