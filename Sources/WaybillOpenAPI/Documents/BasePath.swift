import WaybillTable

/// The path before all paths of a document, as a user gives it.
package struct BasePath: Sendable, Hashable {
    /// Without a slash at its end: `/v1`, or empty. Equal paths have equal texts, whatever they escape.
    package let path: String

    /// The reason why a text is not a base path.
    package struct Problem: Error {
        package var reason: String
    }

    /// Reads a path. The slashes at its start and at its end may be left out: `v1` and `/v1/` are `/v1`.
    package init(_ text: String) throws(Problem) {
        guard !text.contains("://"), !text.hasPrefix("//") else {
            throw Problem(reason: "leave out the host")
        }
        guard !text.contains(where: { $0 == "{" || $0 == "}" }) else {
            throw Problem(reason: "a base path has no parameters")
        }
        guard text.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != 0x7F }) else {
            throw Problem(reason: "a URL contains no blanks; write '%20'")
        }
        let whole = text.hasPrefix("/") ? text : "/" + text
        let pattern: Pattern
        do {
            pattern = try Pattern(PathTemplate(whole).patternText)
        } catch let problem as PathTemplate.Problem {
            throw Problem(reason: problem.reason)
        } catch let problem as PatternError {
            throw Problem(reason: problem.message)
        } catch {
            throw Problem(reason: "it is not a path")
        }
        let canonical = pattern.openAPIPath ?? ""
        path = canonical.hasSuffix("/") ? String(canonical.dropLast()) : canonical
    }
}
