import type { Client } from '../../../client/client'
import { StatusError } from '../../../client/status-error'
import type { ApiObject } from '../../../machinery/object'
import type { Ref } from './step'

/** The current object; undefined if it does not exist. */
export async function currentObject(reader: Client, { target, name }: Ref): Promise<ApiObject | undefined> {
  try {
    return await reader.get(target, name)
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return undefined
    throw error
  }
}
