import type { Command } from '../core/command'
import { resolvePath } from '../core/paths'
import { yamlText } from '../print/yaml-text'
import { buildKustomization } from '../resources/kustomize'

export const KUSTOMIZE: Command = {
  name: 'kustomize',
  short: 'Refused: kustomizations are not supported',
  long: 'Kustomizations can’t be built here. Build them with the known client, and apply what it prints.',
  section: 'Advanced Commands',
  usage: '[DIRECTORY]',
  async run({ session, args }) {
    const objects = await buildKustomization(session.io, resolvePath(session.io.cwd, args[0] ?? '.'))
    session.io.stdout(objects.map((object) => yamlText(object)).join('---\n'))
  },
}
