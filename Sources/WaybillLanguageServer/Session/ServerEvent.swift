/// What happens to a session, one after the other.
enum ServerEvent: Sendable {
    /// Bytes of the client.
    case bytes([UInt8])
    /// The client closed its stream.
    case ended
    /// The pause after a change of a set is over.
    case paused(folder: String, generation: Int)
    case analyzed(SetAnalysis)
    /// A request was answered beside the session; the result is valid for this state of the set.
    case answered(id: JSONValue, Result<JSONValue, ResponseError>, folder: String, generation: Int)
    /// These sets changed on disk.
    case changedOnDisk([String])
    /// A command made edits for the client to apply, which are valid for this state of the set.
    case fixed(JSONValue, folder: String, generation: Int)
    case tick
}
