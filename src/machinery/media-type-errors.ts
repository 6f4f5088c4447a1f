import { type Speaks, ApiError } from './api-error'

/** 406: none of the media types that the client accepts can be answered. */
export const notAcceptable = (accepted: readonly string[]): ApiError =>
  new ApiError(406, 'NotAcceptable', `only the following media types are accepted: ${accepted.join(', ')}`)
/** No route reads the media types of a request, or answers with them; raised before the request is processed. */
export class NoRoute extends ApiError {}

/** Later releases list what the route can answer with. */
class NoRepresentation extends NoRoute {
  constructor(private readonly available: readonly string[]) {
    super(406, 'NotAcceptable', '406: Not Acceptable', {})
  }

  override inWords(speaks: Speaks): ApiError {
    if (!speaks('representations')) return this
    const message = `${this.message}\n\nAvailable representations: ${this.available.join(', ')}`
    return new ApiError(this.code, this.reason, message, {})
  }
}

/** 406: no route of the built-in types answers with a media type that the client accepts; raised before the request is processed. */
export const noRepresentation = (available: readonly string[]): ApiError => new NoRepresentation(available)
/** 415: no route of the built-in types reads the media type; raised before the request is processed. */
export const noRouteForBody = (): ApiError =>
  new NoRoute(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {})
/** 415: the body's media type can't be read here. */
export const unsupportedMediaType = (accepted: readonly string[]): ApiError =>
  new ApiError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  )
