import { Button, PasswordInput, Switch } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { clockTime } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import { LazyCodeEditor } from '../../components/editor/LazyCodeEditor'
import { useSession } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { useIdentities } from '../../state/identity'
import { Panel } from '../../components/Panel'
import { type StoredIdentity, useKeyring } from '../../state/keyring'
import type { ExecConfig } from '../../../client/exec-config'
import { EXAMPLE_PLUGIN, usePlugins } from './plugins'

interface Command {
  readonly command: string
  /** Users authenticated by it; empty for a function that no identity refers to any more. */
  readonly users: readonly StoredIdentity[]
  readonly exec?: ExecConfig
}

/** Credential plugins: JavaScript functions that replace the commands named in kubeconfig files. */
export function PluginsPart() {
  const kept = useKeyring((state) => state.kept)
  const plugins = usePlugins((state) => state.plugins)
  const commands = new Map<string, Command>(Object.keys(plugins).map((command) => [command, { command, users: [] }]))
  for (const one of kept) {
    if (one.credential.type !== 'exec') continue
    const { exec } = one.credential
    const before = commands.get(exec.command)
    commands.set(exec.command, { command: exec.command, users: [...(before?.users ?? []), one], exec })
  }
  return (
    <Panel
      title="Credential plugins"
      about={
        <>
          A client configuration can name a program that supplies the credential. It gets its input in{' '}
          <code>ORCH_EXEC_INFO</code> and prints a credential, which is cached until it expires or the server answers
          401. Here, a function replaces the program. It has no access to this page or the network.
        </>
      }
    >
      {commands.size === 0 ? (
        <p className="o-panel-body o-faint o-flush">
          No plugins yet. Import a client configuration whose user has a command.
        </p>
      ) : (
        <div className="o-panel-body o-stack">
          {[...commands.values()].map((command) => (
            <PluginEditor key={command.command} {...command} />
          ))}
        </div>
      )}
    </Panel>
  )
}

function PluginEditor({ command, users, exec }: Command) {
  const session = useSession()
  const known = useIdentities((state) => state.known)
  const plugin = usePlugins((state) => state.plugins[command])
  const typed = usePlugins((state) => state.stdin[command] ?? '')
  const runs = usePlugins((state) => state.runs)
  const { save, type, remove } = usePlugins.getState()
  const { act, busy } = useAction(`${command} gave no credential`)
  const mine = runs.filter((run) => run.command === command || run.command.endsWith(`/${command}`))
  const stdinAvailable = plugin?.stdinAvailable ?? true
  const change = (part: { source?: string; stdinAvailable?: boolean }): void =>
    save(command, { source: plugin?.source ?? EXAMPLE_PLUGIN, stdinAvailable, ...part })
  const ask = async (again: boolean): Promise<void> => {
    await act(async () => {
      for (const user of users) {
        if (again) (await import('./present')).forgetFetched(user.id)
        const identity = known[user.id]
        if (identity) await session.clientAs(identity).raw('GET', '/version')
      }
    })
  }
  return (
    <fieldset className="o-fieldset o-stack">
      <legend className="o-mono o-pad-legend">{command}</legend>
      <dl className="o-facts o-small">
        <dt>For</dt>
        <dd>{users.map(({ name }) => name).join(', ') || 'no user'}</dd>
        {exec && (
          <>
            <dt>Arguments</dt>
            <dd className="o-mono">{exec.args.join(' ') || '–'}</dd>
            <dt>Version</dt>
            <dd className="o-mono">{exec.apiVersion}</dd>
            <dt>Interactive</dt>
            <dd>
              {exec.interactiveMode}
              {exec.interactiveMode === 'Always' && !stdinAvailable && ': it can’t run without standard input'}
            </dd>
            <dt>Gets cluster info</dt>
            <dd>{exec.provideClusterInfo ? 'yes' : 'no'}</dd>
          </>
        )}
      </dl>
      {!plugin && (
        <div className="o-row wrap">
          <Verdict tone="changed">command not found</Verdict>
          <span className="o-grow">{exec?.installHint}</span>
          <Button leftSection={<Icon name="plus" size={14} />} onClick={() => change({})}>
            Write as a function
          </Button>
        </div>
      )}
      {plugin && (
        <>
          <div className="o-function">
            <LazyCodeEditor
              id={`plugin-${command}`}
              label={`Function of ${command}`}
              value={plugin.source}
              onChange={(source) => source !== plugin.source && change({ source })}
              onSave={() => void ask(true)}
            />
          </div>
          <div className="o-form">
            <Switch
              label="Standard input available"
              checked={stdinAvailable}
              onChange={(e) => change({ stdinAvailable: e.currentTarget.checked })}
            />
            {stdinAvailable && exec?.interactiveMode !== 'Never' && (
              <PasswordInput
                label="Standard input"
                autoComplete="off"
                value={typed}
                onChange={(e) => type(command, e.currentTarget.value)}
              />
            )}
          </div>
          <div className="o-row wrap">
            <Button loading={busy} disabled={users.length === 0} onClick={() => void ask(false)}>
              Send test request
            </Button>
            <Button variant="default" disabled={busy || users.length === 0} onClick={() => void ask(true)}>
              Clear cached credential and send
            </Button>
            <Button variant="subtle" color="red" onClick={() => remove(command)}>
              Remove function
            </Button>
          </div>
        </>
      )}
      {mine.length > 0 && (
        <details open>
          <summary className="o-small">Ran {mine.length === 1 ? 'once' : `${mine.length} times`}</summary>
          <ol className="o-callers" aria-live="polite">
            {[...mine].reverse().map((run, i) => (
              <li key={mine.length - i}>
                <span className="o-num o-dim">{clockTime(run.at)}</span>
                <Verdict tone={run.ok ? 'allowed' : 'refused'}>{run.ok ? 'ok' : 'failed'}</Verdict>
                <span className="o-break">{run.outcome}</span>
                <span className="o-mono o-break o-dim o-tiny">{run.info}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </fieldset>
  )
}
