package io.holdfast.testkit.decorator;

import io.holdfast.posix.Posix;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A Posix that notes what reached it, and calls with arguments that can be told apart. */
final class Invocations {

  static final int ANSWER = 77;

  record Reached(Method method, List<Object> arguments) {}

  final List<Reached> reached = new ArrayList<>();
  final Posix posix =
      (Posix)
          Proxy.newProxyInstance(
              Posix.class.getClassLoader(), new Class<?>[] {Posix.class}, this::note);

  static Stream<Method> methods() {
    return Arrays.stream(Posix.class.getMethods()).sorted(Comparator.comparing(Method::getName));
  }

  static Stream<Method> systemCalls() {
    return methods().filter(method -> !method.getName().equals("binding"));
  }

  /** Numbers count up from 0, arrays are fresh: none equals another. */
  static Object[] argumentsFor(Method method) {
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      if (types[i] == int.class) {
        arguments[i] = i;
      } else if (types[i] == long.class) {
        arguments[i] = (long) i;
      } else {
        arguments[i] = types[i] == long[].class ? new long[17] : new byte[] {'a', (byte) i, 0, 0};
      }
    }
    return arguments;
  }

  static Object call(Method method, Posix on, Object... arguments) throws Exception {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw new AssertionError(method.getName(), e.getCause());
    }
  }

  private Object note(Object proxy, Method method, Object[] arguments) {
    reached.add(new Reached(method, arguments == null ? List.of() : Arrays.asList(arguments)));
    if (method.getReturnType() == String.class) {
      return "noted";
    }
    return method.getReturnType() == long.class ? (Object) (long) ANSWER : (Object) ANSWER;
  }
}
