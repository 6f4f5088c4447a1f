import type { Command } from '../core/command'
import { CommandError } from '../core/errors'
import { resolvePath } from '../core/paths'
import { yamlText } from '../print/yaml-text'
import { buildKustomization } from '../resources/kustomize'

/** The command `orchctl kustomize`. */
export const KUSTOMIZE: Command = {
  name: 'kustomize',
  short: 'Build a kustomization target from a directory or URL',
  section: 'Advanced Commands',
  flags: [
    { name: 'as-current-user', type: 'bool', default: 'false', help: 'Run functions as the current user' },
    { name: 'enable-alpha-plugins', type: 'bool', default: 'false', help: 'Allow plugins; there are none' },
    { name: 'enable-helm', type: 'bool', default: 'false', help: 'Allow charts; they are not supported' },
    { name: 'env', short: 'e', type: 'strings', help: 'Variable of functions' },
    { name: 'helm-api-versions', type: 'list', help: 'API versions that charts see' },
    { name: 'helm-command', type: 'string', default: 'helm', help: 'Program that builds charts' },
    { name: 'helm-debug', type: 'bool', default: 'false', help: 'Show what that program says' },
    { name: 'helm-kube-version', type: 'string', help: 'Release that charts see' },
    {
      name: 'load-restrictor',
      type: 'string',
      default: 'LoadRestrictionsRootOnly',
      help: 'Whether files outside of the directory may be read',
    },
    { name: 'mount', type: 'strings', help: 'Storage of functions' },
    { name: 'network', type: 'bool', default: 'false', help: 'Allow functions to use the network' },
    { name: 'network-name', type: 'string', default: 'bridge', help: 'Network of functions' },
    { name: 'output', short: 'o', type: 'string', help: 'File or directory to write to' },
  ],
  async run({ session, args }) {
    if (args.length > 1) throw new CommandError('specify one path to kustomization.yaml')
    const objects = await buildKustomization(session.io, resolvePath(session.io.cwd, args[0] ?? '.'))
    session.io.stdout(objects.map((object) => yamlText(object)).join('---\n'))
  },
}
