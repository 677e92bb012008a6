/// Why a question has no answer, for a person.
struct InspectorError: Error {
    /// The status of HTTP.
    var status: Int
    /// One word for programs.
    var code: String
    var message: String

    /// A parameter of the question has a wrong value.
    static func badParameter(_ message: String) -> InspectorError {
        InspectorError(status: 400, code: "bad-parameter", message: message)
    }

    /// Nothing has this name, or not any more.
    static func notFound(_ message: String) -> InspectorError {
        InspectorError(status: 404, code: "not-found", message: message)
    }
}
