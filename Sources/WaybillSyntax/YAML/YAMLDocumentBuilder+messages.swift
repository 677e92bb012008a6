/// Y001: what libyaml found, in the words of the other rules. Its own name the states of a parser.
extension YAMLDocumentBuilder {
    func message(for problem: YAMLProblem, at place: SourceSpan, opening: SourceSpan) -> String {
        let since = position(of: opening)
        let context = problem.context ?? ""
        switch problem.problem {
        case "did not find expected ',' or ']'": return "expected ',' or ']' in the list that opens at \(since)"
        case "did not find expected ',' or '}'": return "expected ',' or '}' in the mapping that opens at \(since)"
        case "did not find expected key": return "expected a key of the mapping that starts at \(since)"
        case "did not find expected '-' indicator": return "expected an item of the list that starts at \(since)"
        case "did not find expected node content": return "expected a value"
        case "could not find expected ':'": return "expected ':' after the key that starts at \(since)"
        case "mapping values are not allowed in this context": return "unexpected ':'"
        case "mapping keys are not allowed in this context": return "unexpected '?'"
        case "block sequence entries are not allowed in this context": return "a list cannot start here"
        case "did not find expected <document start>": return "expected '---' or the end of the file"
        case "found unexpected end of stream": return "the quoted text that starts at \(since) is not closed"
        case "found unexpected document indicator":
            return "the quoted text that starts at \(since) is not closed before the end of its document"
        case "found unknown escape character": return "unknown escape in the quoted text that starts at \(since)"
        case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
            return "an escape in the quoted text that starts at \(since) is not a character's number"
        case "found character that cannot start any token", "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            let character = file.text(in: place)
            return character == "\t" ? "a tab cannot indent a value" : "'\(character)' cannot start a value"
        case "did not find expected alphabetic or numeric character":
            return context.contains("alias") ? "expected the name of an alias after '*'" : "expected a name after '&'"
        case "did not find expected comment or line break" where context.contains("block scalar"):
            return "expected a line end after '|' or '>'"
        case "found an indentation indicator equal to 0": return "a block text cannot be indented by 0"
        case "found undefined tag handle": return "the prefix of this tag is not defined"
        default: return context.isEmpty ? problem.problem : "\(context) that started at \(since): \(problem.problem)"
        }
    }

    /// Returns the place in the form of a message, such as `3:10`.
    func position(of span: SourceSpan) -> String {
        let start = file.position(at: span.start)
        return "\(start.line):\(start.column)"
    }
}
