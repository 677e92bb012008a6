import WaybillManifest
import WaybillTools

/// The JSON Schema (draft-07) of the output of `waybill traffic --format json`.
public enum TrafficSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String { value.prettyPrinted + "\n" }

    private static var value: SchemaValue {
        .document("The output of 'waybill traffic --format json', version 1", report)
    }

    private static var report: SchemaValue {
        .mapping(
            "The requests of logs, by what the manifests do with them.",
            [
                ("version", .version("The version of this format.")),
                ("requests", .number("All requests: those of the routes, and all that follow, except 'fallback'.")),
                ("unreadable", unreadable),
                (
                    "period",
                    .mapping(
                        "The times of the first and the last request; null without times.",
                        [("from", .string("RFC 3339.", orNull: true)), ("to", .string("RFC 3339.", orNull: true))])
                ),
                ("routes", .list(route, "Routes that served requests.")),
                ("neverRequested", .list(.string("An id."), "Routes that no request asked for.")),
                (
                    "undecidable",
                    .list(
                        .string("An id."),
                        "Routes without requests whose scheme, host or path the log does not say for each request.")
                ),
                ("redirects", .list(count, "Routes and interceptors that sent requests to another URL.")),
                ("rejected", .list(count, "Interceptors that ended requests.")),
                ("interceptors", .list(count, "Interceptors that ran for requests.")),
                ("unusedInterceptors", .list(.string("An id."), "Interceptors that ran for no request.")),
                ("unmatched", .list(unmatched, "Requests that no route serves.")),
                ("methodNotAllowed", .list(notAllowed, "Requests whose URL has routes with other methods only.")),
                ("hosts", .list(count, "Requested hosts that the manifests name; 'other' for the rest.")),
                ("invalid", .number("Requests without a valid URL.")),
                ("loops", .number("Requests whose redirects form a loop.")),
                ("fallback", .number("The requests of 'unmatched' that the fallback serves.")),
            ])
    }

    private static var unreadable: SchemaValue {
        .mapping(
            "Lines that are not requests.",
            [
                ("lines", .number("Their number.")),
                (
                    "reasons",
                    .list(
                        .mapping(
                            "Lines that have the same problem.",
                            [
                                ("reason", .string("The problem.")), ("lines", .number("Their number.")),
                                ("firstLine", .number("The number of the first one. Counts from 1.")),
                                ("file", .string("The file of the first one.")),
                            ]), "By problem.")
                ),
            ])
    }

    private static var count: SchemaValue {
        .mapping("A number of requests.", [("id", .string("The name.")), ("requests", .number("Their number."))])
    }

    private static var route: SchemaValue {
        let classes = ["1xx", "2xx", "3xx", "4xx", "5xx", "other"]
        return .mapping(
            "A route that served requests.",
            [
                ("id", .string("Its id.")), ("requests", .number("Their number.")),
                ("share", .fraction("The fraction of all requests, up to 1.")),
                ("lastRequest", .string("RFC 3339; null without times.", orNull: true)),
                (
                    "statuses",
                    .mapping(
                        "Requests by the class of their status; 'other' for none.", [],
                        optional: classes.map { ($0, .number("Their number.")) })
                ),
                ("example", .string("An example request; null if none was found.", orNull: true)),
            ])
    }

    private static var shapeMembers: [(String, SchemaValue)] {
        [
            ("shape", .string("The path with '*' for each segment that is not a word of the manifests, or 'other'.")),
            ("requests", .number("Their number.")),
            ("example", .string("An example request; null if none was found.", orNull: true)),
        ]
    }

    private static var unmatched: SchemaValue {
        let nearest = SchemaValue.mapping(
            "The route that nearly matches the example; null for none.",
            [("route", .string("Its id.")), ("lost", .string("The reason why it does not match, in words."))],
            orNull: true)
        return .mapping("Requests with paths of one shape.", shapeMembers + [("nearest", nearest)])
    }

    private static var notAllowed: SchemaValue {
        .mapping(
            "Requests with paths of one shape.",
            shapeMembers + [("allowed", .list(.string("A method."), "The methods that routes answer there."))])
    }
}
