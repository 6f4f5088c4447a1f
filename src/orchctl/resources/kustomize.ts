import type { ApiObject } from '../../machinery/object'
import { CommandError } from '../core/errors'
import type { Io } from '../core/io'

const KUSTOMIZATIONS = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']

/** @throws CommandError always: kustomizations are not supported here */
export async function buildKustomization(io: Io, directory: string): Promise<ApiObject[]> {
  if ((await io.files.kind(directory)) === undefined)
    throw new CommandError(
      `must build at directory: not a valid directory: evalsymlink failure on '${directory.split('/').at(-1) ?? ''}' : lstat ${directory}: no such file or directory`,
    )
  const files = await Promise.all(KUSTOMIZATIONS.map((name) => io.files.kind(`${directory}/${name}`)))
  if (files.every((kind) => kind === undefined))
    throw new CommandError(
      `unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '${directory}'`,
    )
  throw new CommandError(`kustomizations are not supported: ${directory}`)
}
