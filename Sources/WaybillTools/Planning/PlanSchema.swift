import WaybillManifest
import WaybillSyntax

/// The JSON Schema (draft-07) of the output of `waybill plan --format json`.
public enum PlanSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String { value.prettyPrinted + "\n" }

    private typealias Member = SchemaValue.Member

    private static var value: SchemaValue {
        let head: [Member] = [
            Member("$schema", .text("http://json-schema.org/draft-07/schema#")),
            Member("title", .text("What 'waybill plan --format json' prints, version 1")),
        ]
        guard case .object(let members) = plan else { return plan }
        return .object(head + members)
    }

    private static var plan: SchemaValue {
        object(
            "The effect of a change of manifests on requests.",
            [
                ("version", constant(1, "The version of this format.")),
                ("old", set("The old set.")), ("new", set("The new set.")),
                ("breaking", flag("Whether something is breaking, or could not be decided.")),
                ("changes", list(change, "Classes of requests, the most severe first; no request is in two of them.")),
                ("findings", list(problem, "Problems of the whole sets.")),
                ("undecided", list(text("A question."), "What could not be decided within the limits.")),
                (
                    "summary",
                    object(
                        "Numbers.",
                        [
                            ("breaking", number("Breaking changes and problems.")),
                            ("changes", number("All changes.")), ("findings", number("All problems.")),
                            ("undecided", number("Questions that could not be decided.")),
                        ])
                ),
            ])
    }

    private static func set(_ words: String) -> SchemaValue {
        object(words, [("source", text("As it was passed.")), ("digest", text("The digest of the set."))])
    }

    private static var problem: SchemaValue {
        object(
            "A finding.",
            [
                ("rule", text("The id of its rule.")), ("severity", text("Its severity.")),
                ("breaking", flag("Whether it is breaking.")), ("message", text("One sentence.")),
            ])
    }

    private static var change: SchemaValue {
        let kinds = PlannedChange.Kind.allCases.map(\.rawValue)
        return object(
            "Requests that change in the same way.",
            [
                ("kinds", list(words(kinds, "The effect."), "The most severe first.")),
                ("rules", list(text("An id."), "The rules that it breaks; none for additions.")),
                ("severity", words(Severity.allCases.map(\.rawValue), "Its severity.")),
                ("breaking", flag("Whether it is breaking.")),
                ("summary", text("The effect, in words.")),
                ("old", server("What served before.")), ("new", server("What serves now.")),
                (
                    "interceptors",
                    object(
                        "What runs before, by id.",
                        [
                            ("lost", list(text("An id."), "What no longer runs.")),
                            ("gained", list(text("An id."), "What runs now.")),
                            ("reordered", flag("Whether the same interceptors run in another order.")),
                        ])
                ),
                ("requests", list(requests, "The requests, in parts that share none.")),
            ])
    }

    private static func server(_ words: String) -> SchemaValue {
        object(
            words,
            [
                ("route", text("The route's id; null where no route matches.", orNull: true)),
                (
                    "target",
                    text("'module x', 'handler x', 'redirect /x', 'redirect /x with status 308', or 'nothing'.")
                ),
                ("file", text("The position of the route.", orNull: true)),
                ("line", number("Counts from 1.", orNull: true)), ("column", number("Counts from 1.", orNull: true)),
            ])
    }

    private static var methods: SchemaValue {
        list(text("A method."), "null for all, and for requests without one. 'GET' brings 'HEAD'.", orNull: true)
    }

    private static var exception: SchemaValue {
        object(
            "Requests that match a pattern, by some methods and in some views.",
            [("pattern", text("The pattern.")), ("methods", methods), ("views", views)])
    }

    private static var views: SchemaValue {
        let tags = object(
            "The views of tags; null for none.",
            [
                ("anyOf", list(list(text("A tag."), "One of these."), "A view has one of each list.")),
                ("without", list(text("A tag."), "A view has none of these.")),
            ], orNull: true)
        return object("How they are opened.", [("plain", flag("Whether plainly.")), ("tags", tags)])
    }

    private static var requests: SchemaValue {
        let witness = object(
            "A request of the class; both tables have been asked about it.",
            [
                ("url", text("The URL.")), ("method", text("null for none.", orNull: true)),
                ("tags", list(text("A tag."), "The view; null for a plain open.", orNull: true)),
            ])
        return object(
            "Requests that match all of some patterns, by some methods and in some views, and are none of some others.",
            [
                ("pattern", text("The narrowest; null for all that no route of either set matches.", orNull: true)),
                ("within", list(text("A pattern."), "What they match besides.")),
                ("except", list(text("Methods, a pattern, and views."), "What is left out, in words.")),
                ("exceptions", list(exception, "What is left out: the same as 'except', in parts.")),
                ("methods", methods),
                ("withoutMethods", list(text("A method."), "Of those the ones that are left out.")),
                ("views", views),
                ("witness", witness),
            ])
    }

    // MARK: Schema types

    private static func type(_ name: String, _ orNull: Bool) -> SchemaValue {
        orNull ? .names([name, "null"]) : .text(name)
    }

    private static func scalar(_ name: String, _ words: String, _ orNull: Bool) -> SchemaValue {
        .object([Member("description", .text(words)), Member("type", type(name, orNull))])
    }

    private static func text(_ words: String, orNull: Bool = false) -> SchemaValue { scalar("string", words, orNull) }
    private static func flag(_ words: String) -> SchemaValue { scalar("boolean", words, false) }
    private static func number(_ words: String, orNull: Bool = false) -> SchemaValue {
        scalar("integer", words, orNull)
    }

    private static func constant(_ number: Int, _ words: String) -> SchemaValue {
        .object([Member("description", .text(words)), Member("const", .integer(number))])
    }

    private static func words(_ all: [String], _ words: String) -> SchemaValue {
        .object([Member("description", .text(words)), Member("enum", .names(all))])
    }

    private static func list(_ items: SchemaValue, _ words: String, orNull: Bool = false) -> SchemaValue {
        .object([
            Member("description", .text(words)), Member("type", type("array", orNull)), Member("items", items),
        ])
    }

    private static func object(
        _ words: String, _ members: [(String, SchemaValue)], orNull: Bool = false
    ) -> SchemaValue {
        .object([
            Member("description", .text(words)), Member("type", type("object", orNull)),
            Member("required", .names(members.map(\.0))), Member("additionalProperties", .flag(false)),
            Member("properties", .object(members.map { Member($0.0, $0.1) })),
        ])
    }
}
