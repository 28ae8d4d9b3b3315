package io.holdfast.json;

import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;

/**
 * Writes the one canonical spelling of a value: keys sorted by code point, no white space, every
 * character outside printable ASCII as {@code \\uXXXX} in lower case.
 */
public final class CanonicalJson {

  /** The order of keys: by code point, which is not the order of UTF-16 units. */
  static final Comparator<String> BY_CODE_POINT = CanonicalJson::compareCodePoints;

  private static final int FIRST_PRINTABLE = ' ';
  private static final int LAST_PRINTABLE = '~';

  /** Exponents of a double's decimal spelling between which Python writes no exponent. */
  private static final int SMALLEST_PLAIN_EXPONENT = -4;

  private static final int LARGEST_PLAIN_EXPONENT = 16;

  /** Room for most records. */
  private static final int USUAL_LENGTH = 1024;

  private CanonicalJson() {}

  /** The canonical bytes, pure ASCII. */
  public static byte[] bytes(JsonValue value) {
    return text(value).getBytes(StandardCharsets.US_ASCII);
  }

  /** The canonical text. */
  public static String text(JsonValue value) {
    StringBuilder out = new StringBuilder(USUAL_LENGTH);
    append(out, value);
    return out.toString();
  }

  /**
   * A double as Python's repr spells it: the fewest digits that give it back.
   *
   * @throws IllegalArgumentException NaN or infinite
   */
  static String spell(double number) {
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException("JSON has no " + number);
    }
    if (number == 0) {
      return 1 / number < 0 ? "-0.0" : "0.0";
    }
    BigDecimal decimal = shortest(number);
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent < SMALLEST_PLAIN_EXPONENT || exponent >= LARGEST_PLAIN_EXPONENT) {
      return withExponent(decimal, exponent);
    }
    String plain = decimal.toPlainString();
    return plain.indexOf('.') < 0 ? plain + ".0" : plain;
  }

  /** {@link Double#toString} before JDK 19 sometimes has a digit too many; this never has. */
  private static BigDecimal shortest(double number) {
    BigDecimal shortest = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    BigDecimal exact = new BigDecimal(number);
    for (int digits = shortest.precision() - 1; digits > 0; digits--) {
      BigDecimal shorter = exact.round(new MathContext(digits));
      if (shorter.doubleValue() != number) {
        break;
      }
      shortest = shorter.stripTrailingZeros();
    }
    return shortest;
  }

  private static String withExponent(BigDecimal decimal, int exponent) {
    String digits = decimal.unscaledValue().abs().toString();
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    String sign = decimal.signum() < 0 ? "-" : "";
    String power = String.format("%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
    return sign + mantissa + "e" + power;
  }

  private static void append(StringBuilder out, JsonValue value) {
    if (value instanceof JsonObject object) {
      appendObject(out, object);
    } else if (value instanceof JsonArray array) {
      String separator = "[";
      for (JsonValue item : array.items()) {
        append(out.append(separator), item);
        separator = ",";
      }
      out.append(array.items().isEmpty() ? "[]" : "]");
    } else if (value instanceof JsonString string) {
      appendString(out, string.text());
    } else if (value instanceof JsonNumber number) {
      out.append(number.spelling());
    } else if (value instanceof JsonLiteral literal) {
      out.append(literal.spelling());
    }
  }

  private static void appendObject(StringBuilder out, JsonObject object) {
    String separator = "{";
    for (Map.Entry<String, JsonValue> field : object.fields().entrySet()) {
      appendString(out.append(separator), field.getKey());
      append(out.append(':'), field.getValue());
      separator = ",";
    }
    out.append(object.fields().isEmpty() ? "{}" : "}");
  }

  private static void appendString(StringBuilder out, String text) {
    if (standsForItself(text)) {
      out.append('"').append(text).append('"');
    } else {
      appendEscaped(out, text);
    }
  }

  private static boolean standsForItself(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < FIRST_PRINTABLE || c > LAST_PRINTABLE || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }

  private static void appendEscaped(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        default -> {
          if (c < FIRST_PRINTABLE || c > LAST_PRINTABLE) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static int compareCodePoints(String left, String right) {
    int common = Math.min(left.length(), right.length());
    for (int i = 0; i < common; i++) {
      char l = left.charAt(i);
      char r = right.charAt(i);
      if (l != r) {
        boolean oneIsSurrogate = Character.isSurrogate(l) != Character.isSurrogate(r);
        return oneIsSurrogate ? (Character.isSurrogate(l) ? 1 : -1) : Character.compare(l, r);
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
