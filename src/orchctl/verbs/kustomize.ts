import type { Command } from '../core/command'
import { resolvePath } from '../core/paths'
import { yamlText } from '../print/yaml-text'
import { buildKustomization } from '../resources/kustomize'

export const KUSTOMIZE: Command = {
  name: 'kustomize',
  short: 'Print the objects that a kustomization makes',
  section: 'Advanced Commands',
  usage: '[DIRECTORY]',
  async run({ session, args }) {
    const objects = await buildKustomization(session.io, resolvePath(session.io.cwd, args[0] ?? '.'))
    session.io.stdout(objects.map((object) => yamlText(object)).join('---\n'))
  },
}
