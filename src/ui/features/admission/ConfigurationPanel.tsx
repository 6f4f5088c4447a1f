import { Button, Textarea } from '@mantine/core'
import type { PluginState } from '../../../server/control'
import { Icon } from '../../components/Icon'
import { Panel } from '../../components/Panel'

const EXAMPLE = `apiVersion: apiserver.config.orch.io/v1
kind: AdmissionConfiguration
plugins:
  - name: PodSecurity
    configuration:
      apiVersion: pod-security.admission.config.orch.io/v1
      kind: PodSecurityConfiguration
      defaults:
        enforce: baseline
        enforce-version: latest
        warn: restricted
        warn-version: latest
      exemptions:
        namespaces: [orch-system]
`

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
  return (
    <Panel
      title="Configuration file"
      actions={
        text === '' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="example" size={14} />}
            onClick={() => onChange(EXAMPLE)}
          >
            Load example
          </Button>
        )
      }
    >
      <div className="o-panel-body o-stack">
        <p className="o-dim o-flush">Configures {configurable.join(', ')}. Changes take effect after a restart.</p>
        <Textarea
          aria-label="Configuration of plugins"
          placeholder={
            current.file === undefined
              ? 'No configuration.'
              : `${current.file} is in use. Text entered here replaces it.`
          }
          autosize
          minRows={3}
          maxRows={18}
          spellCheck={false}
          value={text}
          onChange={(e) => onChange(e.currentTarget.value)}
          classNames={{ input: 'o-mono' }}
        />
      </div>
    </Panel>
  )
}
