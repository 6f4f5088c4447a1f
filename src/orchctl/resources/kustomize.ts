import type { ApiObject } from '../../machinery/object'
import { CommandError } from '../core/errors'
import type { Io } from '../core/io'

/** @throws CommandError always: kustomizations can't be built here */
export async function buildKustomization(_io: Io, directory: string): Promise<ApiObject[]> {
  throw new CommandError(`kustomizations are not supported: ${directory}`)
}
